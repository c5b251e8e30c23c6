export { Guffaw } from "./guffaw.ts";
export { OldGuffaw } from "./old-guffaw.ts";
export type {
  Age,
  CursorOptions,
  Grade,
  ListOptions,
  MakeOptions,
  PageOptions,
  Period,
  RandomOptions,
  SubmitOptions,
  TagOrder,
} from "./inputs.ts";
export {
  Conflict,
  ConnectionLost,
  GuffawError,
  InvalidInput,
  NotAllowed,
  NotFound,
  NotSignedIn,
  RateLimited,
  ServerError,
  TimedOut,
  UnsuitableFile,
} from "./errors.ts";
export type { CallOptions, Options } from "./http.ts";
export type { Allowance, Hooks, RequestInfo, ResponseInfo } from "./hooks.ts";
export { List } from "./pages.ts";
export type { Page } from "./pages.ts";
export type { ImageSource, Progress } from "./upload.ts";
export type {
  Avatar,
  AvatarChange,
  CaptionChange,
  Collection,
  CollectionMade,
  Comment,
  CommentMade,
  Copies,
  ErrorCode,
  Integrations,
  Likes,
  MatureChoice,
  Meme,
  MemeOfDay,
  Notification,
  OldMeme,
  ProfileChange,
  Rating,
  RatingGiven,
  Report,
  ReportMade,
  Save,
  SharedCollection,
  Site,
  Stats,
  Suggestions,
  Tag,
  TopMemer,
  TopMemers,
  User,
  WeeklyMailChoice,
} from "./types.ts";
