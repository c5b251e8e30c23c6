// `npm run client-types` generates the client's types from docs/openapi.json. A test compares them.
import { join } from "node:path";

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: (string | number)[];
  const?: string | number | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
}
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The client handles paging itself. */
const PAGING = new Set(["cursor", "offset", "amount"]);
/** Of no use to anyone who imports the client. */
const LEFT_OUT = new Set(["Error", "OpenApi"]);

/** What an editor shows for a type: an example, and a sentence if the schema has none. */
const SHOWN: Record<string, { says?: string; example: string }> = {
  Avatar: {
    says: "What somebody looks like.",
    example: 'const { url }: Avatar = await guffaw.avatar("alice");',
  },
  AvatarChange: {
    says: "What you look like after a change.",
    example: 'const { url }: AvatarChange = await guffaw.drawAvatar({ hat: "crown" });',
  },
  CaptionChange: {
    says: "A caption before and after a change.",
    example: 'const { oldcaption }: CaptionChange = await guffaw.changeCaption(id, "Better");',
  },
  Collection: {
    says: "Memes you have saved together.",
    example: "const [first]: Collection[] = await guffaw.collections();",
  },
  Delivery: {
    says: "A message to a webhook.",
    example: "const [last]: Delivery[] = await guffaw.deliveries(id);",
  },
  DeliveryQueued: {
    says: "A message that is about to be sent.",
    example: "const { id: test }: DeliveryQueued = await guffaw.testWebhook(id);",
  },
  Webhook: {
    says: "An address of yours that is told what happens to memes.",
    example: "const [first]: Webhook[] = await guffaw.webhooks();",
  },
  WebhookChanged: {
    says: "A webhook as it is now.",
    example: "const { url }: WebhookChanged = await guffaw.updateWebhook(id, { age: 1 });",
  },
  WebhookMade: {
    says: "A webhook you just added, with its secret.",
    example: 'const made: WebhookMade = await guffaw.addWebhook("https://bot.example.org/guffaw");',
  },
  WebhookSecret: {
    says: "A new secret, shown this once.",
    example: "const fresh: WebhookSecret = await guffaw.rotateWebhookSecret(id);",
  },
  CollectionMade: {
    says: "A collection you just created or changed.",
    example: 'const { id }: CollectionMade = await guffaw.createCollection("Office");',
  },
  Comment: {
    says: "A comment on a meme.",
    example: "const [first]: Comment[] = await guffaw.comments(id).take(1);",
  },
  CommentMade: {
    says: "A comment you just made.",
    example: 'const said: CommentMade = await guffaw.comment(id, "I feel seen.");',
  },
  Copies: {
    says: "Other memes with the same picture.",
    example: "const { earlier }: Copies = await guffaw.copiesOf(id);",
  },
  ErrorCode: {
    says: "What went wrong, as a stable code. Sites newer than this client may know more codes.",
    example: 'const code: ErrorCode = "not_found";',
  },
  Integrations: { example: "const { github = [] }: Integrations = await guffaw.integrations();" },
  Likes: {
    says: "How many people like a comment, and whether you do.",
    example: "const { likes }: Likes = await guffaw.commentLikes(id, comment.id);",
  },
  MatureChoice: {
    says: "Whether the website shows you mature memes.",
    example: "const { shown }: MatureChoice = await guffaw.matureChoice();",
  },
  Meme: {
    says: "A picture with its caption, author and rating.",
    example: "const { memeid, caption, rating }: Meme = await guffaw.randomMeme();",
  },
  MemeRecipe: {
    says: "What a meme is made of, and who may remix it.",
    example: "const { recipe, remix }: MemeRecipe = await guffaw.recipe(id);",
  },
  MemeEvent: {
    says: "What happened to a meme.",
    example: "const { event, memeid, meme }: MemeEvent = news;",
  },
  MemeOfDay: {
    says: "The meme of a day.",
    example: "const [{ day, meme }]: MemeOfDay[] = await guffaw.memesOfDays().take(1);",
  },
  Notification: {
    says: "One of your notifications.",
    example: "const [newest]: Notification[] = await guffaw.notifications().take(1);",
  },
  OldMeme: {
    says: "A meme in the older API root.",
    example: "const { author }: OldMeme = await guffaw.old.meme(id);",
  },
  ProfileChange: {
    says: "Your profile after a change.",
    example: 'const { bio }: ProfileChange = await guffaw.updateMe({ bio: "I post on Mondays." });',
  },
  Recipe: {
    example: `const recipe: Recipe = {
 *   version: 1, width: 600, height: 400,
 *   panels: [{ base: { kind: "color", color: "#ff8800" } }],
 *   boxes: [{ x: 0, y: 0, width: 1, height: 1, text: "Monday" }],
 * };`,
  },
  RecipePicture: {
    says: "A picture that a recipe names.",
    example: "const [{ url }]: RecipePicture[] = (await guffaw.recipe(id)).pictures;",
  },
  Save: {
    says: "Whether, when and where you saved a meme.",
    example: "const { saved }: Save = await guffaw.whereSaved(id);",
  },
  SharedCollection: {
    says: "A collection that somebody shares.",
    example: "const { owner }: SharedCollection = await guffaw.sharedCollection(shareUrl);",
  },
  Site: {
    says: "The site itself: its name, its look, and which pages of its own it has.",
    example: "const { name }: Site = await guffaw.site();",
  },
  Rating: {
    says: "A rating of a meme: who, what and when.",
    example: "const { rating }: Rating = await guffaw.myRating(id);",
  },
  RatingGiven: {
    says: "A rating you just gave.",
    example: "const { rating }: RatingGiven = await guffaw.rate(id, 5);",
  },
  Report: {
    says: "One of your reports, and its outcome.",
    example: 'const { status, comment }: Report = await guffaw.report("17");',
  },
  ReportMade: {
    says: "A report you just made.",
    example: 'const made: ReportMade = await guffaw.reportMeme(id, { reason: "Spam" });',
  },
  Stats: { says: "The site in numbers.", example: "const { memes, ratings }: Stats = await guffaw.stats();" },
  Suggestions: {
    says: "People and tags that a search may mean.",
    example: 'const { users, tags }: Suggestions = await guffaw.suggestions("mon");',
  },
  Template: {
    says: "A picture with prepared boxes, to make memes with.",
    example: 'const { texts }: Template = await guffaw.template("163508312345678901");',
  },
  Tag: { says: "A tag, and how many memes have it.", example: 'const { memes }: Tag = await guffaw.tag("monday");' },
  TopMemer: {
    says: "One of the people whose memes were rated best.",
    example: 'const [best]: TopMemer[] = (await guffaw.topMemers())["7d"];',
  },
  TopMemers: {
    says: "The people whose memes were rated best, by period.",
    example: 'const { "7d": week }: TopMemers = await guffaw.topMemers();',
  },
  User: { says: "Somebody with an account.", example: "const { username, joined }: User = await guffaw.me();" },
  WeeklyMailChoice: {
    says: "Whether you get the weekly mail.",
    example: "const { wanted }: WeeklyMailChoice = await guffaw.weeklyMailChoice();",
  },
};

const isId = (name: string, schema: Schema) =>
  schema.format === "int64" || ((name === "id" || name === "parent") && [schema.type].flat().includes("integer"));
const isDate = (schema: Schema): boolean => schema.format === "date-time" || (schema.anyOf?.some(isDate) ?? false);

export function typesOf({ paths, components: { schemas } }: OpenApi): string {
  const names = { ids: new Set<string>(), dates: new Set<string>() };
  const interfaces = Object.entries(schemas)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, schema]) => `${shown(name, schema)}export ${declared(name, schema)}`);
  for (const schema of Object.values(schemas)) collect(schema, names);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const queries = operations.flatMap(queryOf);
  return [
    "// Generated from docs/openapi.json by `npm run client-types`. Do not edit.",
    ...interfaces,
    `/** Query parameters by operation id in the OpenAPI document. */\nexport interface Queries {\n${queries.join("")}}`,
    `/** Properties that hold ids, which stay exact as strings. */\nexport const IDS: ReadonlySet<string> = new Set(${quoted(names.ids)});`,
    `/** Properties that hold times. */\nexport const DATES: ReadonlySet<string> = new Set(${quoted(names.dates)});`,
  ].join("\n\n");
}

const quoted = (names: Set<string>) => JSON.stringify([...names].sort());

function collect(
  { properties = {}, items, anyOf = [], oneOf = [] }: Schema,
  names: { ids: Set<string>; dates: Set<string> },
) {
  for (const [name, schema] of Object.entries(properties)) {
    if (isId(name, schema)) names.ids.add(name);
    if (isDate(schema)) names.dates.add(name);
    collect(schema, names);
  }
  for (const inner of [...anyOf, ...oneOf, ...(items ? [items] : [])]) collect(inner, names);
}

const declared = (name: string, schema: Schema) =>
  schema.properties ? `interface ${name} ${objectOf(schema)}` : `type ${name} = ${typeOf("", schema)};`;

function objectOf({ properties = {}, required = [] }: Schema): string {
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${doc(schema)}${/^\w+$/.test(name) && !/^\d/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(name, schema)};\n`,
  );
  return `{\n${lines.join("")}}`;
}

function typeOf(name: string, schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((one) => typeOf(name, one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const types = [schema.type].flat();
  return types.map((type) => plain(name, type, { ...schema, type })).join(" | ");
}

function plain(name: string, type: string | undefined, schema: Schema): string {
  if (isDate(schema)) return "Date";
  if (isId(name, schema)) return "string";
  if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeOf("", one)).join(", ")}]`;
  if (type === "array") return listOf(typeOf("", schema.items ?? {}));
  if (type === "object" && schema.properties) return objectOf(schema);
  if (type === "object") return `Record<string, ${typeOf("", schema.additionalProperties as Schema)}>`;
  return type === "integer" ? "number" : (type ?? "unknown");
}

const listOf = (type: string) => (type.includes(" | ") && !type.startsWith("{") ? `(${type})[]` : `${type}[]`);

function queryOf({ operationId, parameters = [] }: Operation): string[] {
  const own = parameters.filter((one) => one.in === "query" && !PAGING.has(one.name));
  if (own.length === 0) return [];
  const lines = own.map(
    (one) => `${doc(one)}${one.name}${one.required ? "" : "?"}: ${typeOf(one.name, one.schema)};\n`,
  );
  return [`${operationId}: {\n${lines.join("")}};\n`];
}

const doc = ({ description }: { description?: string }) => (description ? `/** ${description} */\n` : "");

function shown(name: string, schema: Schema): string {
  const own = SHOWN[name];
  if (!own) return doc(schema);
  return `/**\n * ${own.says ?? schema.description}\n *\n * @example\n * ${own.example}\n */\n`;
}

if (import.meta.main) {
  const root = join(import.meta.dir, "..");
  const file = join(root, "client/src/types.ts");
  await Bun.write(file, typesOf(await Bun.file(join(root, "docs/openapi.json")).json()));
  await Bun.$`bun fmt ${file}`.quiet();
  console.log("Wrote client/src/types.ts.");
}
