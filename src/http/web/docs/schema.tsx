import type { Words } from "../../../words/words.ts";
import { useWords } from "../use-words.tsx";
import type { Schema } from "./reference.ts";

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
const isNull = (schema: Schema) => schema.type === "null";

/** A list in words: a, b or c. */
export const Either = ({ items }: { items: unknown[] }) => {
  const { language } = useWords();
  // British English has no comma before the last item, and nor do we.
  const list = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "disjunction" });
  const parts = list.formatToParts(items.map((_, i) => String(i)));
  return <>{parts.map(({ type, value }) => (type === "element" ? items[Number(value)] : value))}</>;
};

const NAMES = {
  string: "docs.type-string",
  integer: "docs.type-integer",
  number: "docs.type-number",
  boolean: "docs.type-boolean",
  object: "docs.type-object",
  array: "docs.type-array",
  null: "docs.type-null",
  "date-time": "docs.format-date-time",
  uri: "docs.format-uri",
  int64: "docs.format-int64",
} as const;

/** A type or format in words, if we have any. */
const named = ({ say }: Words, name: string) =>
  Object.hasOwn(NAMES, name) ? say(NAMES[name as keyof typeof NAMES]) : name;

/** Names of the fields, and the values of those that can have only one. */
const shapeOf = (properties: Record<string, Schema>) =>
  `{ ${Object.entries(properties)
    .map(([name, one]) => ("const" in one ? `${name}: ${JSON.stringify(one.const)}` : name))
    .join(", ")} }`;

/** Short description of a type, with a link if it has a name. */
export const TypeName = ({ schema, isChoice = false }: { schema: Schema; isChoice?: boolean }) => {
  const words = useWords();
  const { $ref, anyOf = schema.oneOf, enum: choices, type, items, additionalProperties, properties } = schema;
  if ($ref)
    return (
      <a href={`#schema-${nameOf($ref)}`} lang="en">
        {nameOf($ref)}
      </a>
    );
  if (anyOf)
    return (
      <Either
        items={anyOf.map((one) => (
          <TypeName schema={one} isChoice />
        ))}
      />
    );
  if (choices)
    return (
      <Either
        items={choices.map((one) => (
          <code>{String(one)}</code>
        ))}
      />
    );
  if (schema.format === "binary") return <>{words.say("docs.type-file")}</>;
  if ("const" in schema) return <code>{JSON.stringify(schema.const)}</code>;
  // One of several objects, which its fields tell from the others.
  if (properties && isChoice) return <code>{shapeOf(properties)}</code>;
  if (schema.prefixItems) return <code>{`[${schema.prefixItems.map((one) => one.type).join(", ")}]`}</code>;
  if (items) return <>{words.rich("docs.type-list", { type: () => <TypeName schema={items} /> })}</>;
  if (type === "object" && typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0)
    return <>{words.rich("docs.type-map", { type: () => <TypeName schema={additionalProperties} /> })}</>;
  if (type === undefined) return <>{words.say("docs.type-any")}</>;
  return <Either items={[type].flat().map((one) => named(words, one))} />;
};

/** Numbers are formatted for people, except one that nobody would recognize. */
const numberText = (value: number) => (value === 2 ** 31 - 1 ? "2^31 − 1" : value);

/** Bounds in words. */
function rangeOf({ say }: Words, min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined)
    return say("docs.range", { least: numberText(min), most: numberText(max) });
  if (min !== undefined) return say("docs.at-least", { least: numberText(min) });
  return max === undefined ? undefined : say("docs.at-most", { most: numberText(max) });
}

/** Length of a text, in words. */
const lengthOf = ({ say }: Words, min: number | undefined, max: number) =>
  min ? say("docs.length", { least: min, most: max }) : say("docs.length-at-most", { most: max });

/** Bounds and patterns that are useful to a reader. */
function limitsOf(words: Words, schema: Schema): unknown[] {
  const { format, pattern, minimum, maximum, minLength, maxLength, default: preset } = schema;
  const limits: unknown[] = [rangeOf(words, minimum, maximum)];
  if (maxLength !== undefined) limits.push(lengthOf(words, minLength, maxLength));
  if (format && format !== "binary") limits.push(named(words, format));
  else if (pattern) limits.push(words.rich("docs.matches", { pattern: () => <code>{pattern}</code> }));
  if (preset !== undefined && preset !== "")
    limits.push(
      words.rich("docs.default", {
        value: () => <code>{typeof preset === "object" ? JSON.stringify(preset) : String(preset)}</code>,
      }),
    );
  return limits.filter(Boolean);
}

interface FieldProps {
  name: string;
  schema: Schema;
  note?: string;
  description?: string;
}

/** A field: its name, type, meaning and nested fields. */
export const FieldItem = ({ name, schema, note, description = schema.description }: FieldProps) => {
  const words = useWords();
  const inner = schema.anyOf?.find((one) => !isNull(one)) ?? schema;
  const fields = inner.items?.properties ? inner.items : inner;
  const about = description ?? inner.description;
  const limits = limitsOf(words, { ...inner, default: schema.default });
  return (
    <div class="field">
      <dt>
        <code class="field-name">{name}</code>
        <span class="field-type">
          <TypeName schema={schema} />
          {limits.map((limit) => [", ", limit])}
        </span>
        {note && <span class="field-note">{note}</span>}
      </dt>
      {(about || fields.properties) && (
        <dd>
          {about && <p lang="en">{about}</p>}
          {fields.properties && <Fields schema={fields} />}
        </dd>
      )}
    </div>
  );
};

export const Fields = ({ schema: { properties = {}, required = [] } }: { schema: Schema }) => {
  const { say } = useWords();
  return (
    <dl class="fields">
      {Object.entries(properties).map(([name, schema]) => (
        <FieldItem name={name} schema={schema} note={required.includes(name) ? undefined : say("docs.optional")} />
      ))}
    </dl>
  );
};

/** The type of an answer, then the fields of the object it names or lists, one level deep. */
export const AnswerSchema = ({ schema, schemas }: { schema: Schema; schemas: Map<string, Schema> }) => {
  const named = schema.$ref ?? schema.items?.$ref;
  const shown = named ? schemas.get(nameOf(named)) : schema;
  return (
    <>
      <p class="answer-type">
        <TypeName schema={schema} />
      </p>
      {shown && (shown.properties ? <Fields schema={shown} /> : <Described schema={shown} />)}
    </>
  );
};

/** An object without fixed fields has only a description. */
const Described = ({ schema }: { schema: Schema }) => (
  <p class="soft">
    {schema.description && <span lang="en">{schema.description}: </span>}
    <TypeName schema={schema} />
  </p>
);

export const NamedSchema = ({ name, schema }: { name: string; schema: Schema }) => (
  <article class="schema" id={`schema-${name}`}>
    <h3 lang="en">
      <a href={`#schema-${name}`}>{name}</a>
    </h3>
    {schema.properties && schema.description && (
      <p class="soft" lang="en">
        {schema.description}
      </p>
    )}
    {schema.properties ? <Fields schema={schema} /> : <Described schema={schema} />}
  </article>
);
