import type { Schema } from "./reference.ts";

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);
const isNull = (schema: Schema) => schema.type === "null";
/** The formats that say more than the pattern generated for them. */
const NAMED_FORMATS: Record<string, string> = { "date-time": "date and time", uri: "address", int64: "64 bits" };

/** A list in words: a, b or c. */
export const Either = ({ items }: { items: unknown[] }) => (
  <>{items.map((item, i) => [i === 0 ? "" : i === items.length - 1 ? " or " : ", ", item])}</>
);

/** The type of a value in a few words, with a link where it has a name. */
export const TypeName = ({ schema }: { schema: Schema }) => {
  const { $ref, anyOf, enum: choices, type, items, additionalProperties } = schema;
  if ($ref) return <a href={`#schema-${nameOf($ref)}`}>{nameOf($ref)}</a>;
  if (anyOf)
    return (
      <Either
        items={anyOf.map((one) => (
          <TypeName schema={one} />
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
  if (schema.format === "binary") return <>file</>;
  if ("const" in schema) return <code>{JSON.stringify(schema.const)}</code>;
  if (items)
    return (
      <>
        list of <TypeName schema={items} />
      </>
    );
  if (type === "object" && typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0)
    return (
      <>
        map of text to <TypeName schema={additionalProperties} />
      </>
    );
  return <Either items={[type ?? "anything"].flat()} />;
};

const numberText = (value: number) => (value === 2 ** 31 - 1 ? "2^31 − 1" : value.toLocaleString("en"));

/** Bounds in words. */
function rangeOf(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && most !== undefined) return `from ${numberText(least)} to ${numberText(most)}`;
  if (least !== undefined) return `at least ${numberText(least)}`;
  return most === undefined ? undefined : `at most ${numberText(most)}`;
}

/** Bounds and patterns, as far as a reader gains from them. */
function limitsOf(schema: Schema): unknown[] {
  const { format, pattern, minimum, maximum, minLength, maxLength, default: preset } = schema;
  const limits: unknown[] = [rangeOf(minimum, maximum)];
  if (maxLength !== undefined) limits.push(`${rangeOf(minLength || undefined, maxLength)} characters`);
  if (format && format !== "binary") limits.push(NAMED_FORMATS[format] ?? format);
  else if (pattern)
    limits.push(
      <>
        matches <code>{pattern}</code>
      </>,
    );
  if (preset !== undefined && preset !== "")
    limits.push(
      <>
        default <code>{String(preset)}</code>
      </>,
    );
  return limits.filter(Boolean);
}

interface FieldProps {
  name: string;
  schema: Schema;
  note?: string;
  description?: string;
}

/** One field: its name and type, what it means, and the fields inside it. */
export const FieldRow = ({ name, schema, note, description = schema.description }: FieldProps) => {
  const inner = schema.anyOf?.find((one) => !isNull(one)) ?? schema;
  const about = description ?? inner.description;
  const limits = limitsOf({ ...inner, default: schema.default });
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
      {(about || inner.properties) && (
        <dd>
          {about && <p>{about}</p>}
          {inner.properties && <Fields schema={inner} />}
        </dd>
      )}
    </div>
  );
};

export const Fields = ({ schema: { properties = {}, required = [] } }: { schema: Schema }) => (
  <dl class="fields">
    {Object.entries(properties).map(([name, schema]) => (
      <FieldRow name={name} schema={schema} note={required.includes(name) ? undefined : "optional"} />
    ))}
  </dl>
);

/** What an answer holds, one level deep: the type, then the fields of the object that it names or lists. */
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

/** An object without fixed fields has only its meaning to show. */
const Described = ({ schema }: { schema: Schema }) => (
  <p class="soft">
    {schema.description ? `${schema.description}: ` : ""}
    <TypeName schema={schema} />
  </p>
);

export const NamedSchema = ({ name, schema }: { name: string; schema: Schema }) => (
  <article class="schema" id={`schema-${name}`}>
    <h3>
      <a href={`#schema-${name}`}>{name}</a>
    </h3>
    {schema.properties ? <Fields schema={schema} /> : <Described schema={schema} />}
  </article>
);
