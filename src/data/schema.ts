import type { Kysely, Selectable } from "kysely";

import type {
  UsersTable,
  ApiKeysTable,
  GifKeysTable,
  FollowsTable,
  IntegrationsTable,
  SessionsTable,
  ConfirmationsTable,
  DevicesTable,
  TicketsTable,
  HandOffsTable,
  PasskeysTable,
  ProCodesTable,
  FormerNamesTable,
  WeeklyMailsTable,
} from "./tables/people.ts";
import type {
  MemesTable,
  ToFormatTable,
  VideosTable,
  FormatsTable,
  EncodingsTable,
  RatingsTable,
  CommentsTable,
  CommentLikesTable,
  CountersTable,
  RatedDaysTable,
  ScoresTable,
  TagsTable,
  MemeTagsTable,
  TagFollowsTable,
  WordsTable,
  WordKeysTable,
} from "./tables/memes.ts";
import type { AvatarLooksTable, CopiesTable, DraftsTable, LooksTable } from "./tables/copies.ts";
import type { CollectionsTable, CollectedMemesTable } from "./tables/collections.ts";
import type {
  BasesTable,
  RecipeBasesTable,
  RecipesTable,
  TemplateFavouritesTable,
  TemplateMemesTable,
  TemplatesTable,
} from "./tables/making.ts";
import type {
  NotificationsTable,
  JobsTable,
  KeptAnswersTable,
  SiteTable,
  MailsTable,
  SuggestionsTable,
  FailuresTable,
  TrafficTable,
  SlowRequestsTable,
  JobMinutesTable,
  SizesTable,
  BackupsTable,
  NodesTable,
  ChangesTable,
  EventsTable,
  BulkLoadsTable,
} from "./tables/operation.ts";
import type { SiteInfoTable, SitePagesTable } from "./tables/site.ts";
import type { BlocksTable, MutedWordsTable } from "./tables/filters.ts";
import type { DeliveriesTable, WebhooksTable } from "./tables/webhooks.ts";
import type {
  ReportsTable,
  ActsTable,
  DeletionsTable,
  BannedPicturesTable,
  BannedLooksTable,
} from "./tables/moderation.ts";

export interface Schema {
  users: UsersTable;
  api_keys: ApiKeysTable;
  gif_keys: GifKeysTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  memes: MemesTable;
  formats: FormatsTable;
  to_format: ToFormatTable;
  videos: VideosTable;
  encodings: EncodingsTable;
  ratings: RatingsTable;
  comments: CommentsTable;
  comment_likes: CommentLikesTable;
  follows: FollowsTable;
  collections: CollectionsTable;
  collected_memes: CollectedMemesTable;
  copies: CopiesTable;
  looks: LooksTable;
  avatar_looks: AvatarLooksTable;
  drafts: DraftsTable;
  bases: BasesTable;
  templates: TemplatesTable;
  template_favourites: TemplateFavouritesTable;
  template_memes: TemplateMemesTable;
  recipes: RecipesTable;
  recipe_bases: RecipeBasesTable;
  integrations: IntegrationsTable;
  counters: CountersTable;
  rated_days: RatedDaysTable;
  scores: ScoresTable;
  notifications: NotificationsTable;
  reports: ReportsTable;
  jobs: JobsTable;
  kept_answers: KeptAnswersTable;
  site: SiteTable;
  site_info: SiteInfoTable;
  site_pages: SitePagesTable;
  sessions: SessionsTable;
  devices: DevicesTable;
  invites: TicketsTable;
  resets: TicketsTable;
  challenges: TicketsTable;
  recoveries: TicketsTable;
  acts: ActsTable;
  deletions: DeletionsTable;
  banned_pictures: BannedPicturesTable;
  banned_looks: BannedLooksTable;
  hand_offs: HandOffsTable;
  passkeys: PasskeysTable;
  pro_codes: ProCodesTable;
  former_names: FormerNamesTable;
  suggestions: SuggestionsTable;
  failures: FailuresTable;
  traffic: TrafficTable;
  slow_requests: SlowRequestsTable;
  job_minutes: JobMinutesTable;
  sizes: SizesTable;
  backups: BackupsTable;
  nodes: NodesTable;
  events: EventsTable;
  changes: ChangesTable;
  bulk_loads: BulkLoadsTable;
  confirmations: ConfirmationsTable;
  mails: MailsTable;
  weekly_mails: WeeklyMailsTable;
  blocks: BlocksTable;
  muted_words: MutedWordsTable;
  tags: TagsTable;
  meme_tags: MemeTagsTable;
  tag_follows: TagFollowsTable;
  words: WordsTable;
  word_keys: WordKeysTable;
}

export type Db = Kysely<Schema>;
export type UserRow = Selectable<UsersTable>;
type Nullable<T> = { [Column in keyof T]: T[Column] | null };
/** With the columns of its video, if it is one. */
export type MemeRow = Selectable<MemesTable> & Nullable<Omit<Selectable<VideosTable>, "meme_id">>;
export type RatingRow = Selectable<RatingsTable>;
export type CommentRow = Selectable<CommentsTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type ReportRow = Selectable<ReportsTable>;
export type JobRow = Selectable<JobsTable>;
export type ActRow = Selectable<ActsTable>;
export type DeletionRow = Selectable<DeletionsTable>;
export type SlowRequestRow = Selectable<SlowRequestsTable>;
export type JobMinuteRow = Selectable<JobMinutesTable>;
export type SizeRow = Selectable<SizesTable>;
export type FailureRow = Selectable<FailuresTable>;
export type TrafficRow = Selectable<TrafficTable>;
export type BackupRow = Selectable<BackupsTable>;
export type SiteInfoRow = Selectable<SiteInfoTable>;
export type MailRow = Selectable<MailsTable>;
export type BlockRow = Selectable<BlocksTable>;
