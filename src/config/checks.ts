/** Invalid settings; each problem is one sentence that the operator sees. */
export class ConfigError extends Error {
  override name = "ConfigError";
  readonly problems: string[];

  constructor(...problems: string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}

/** Reads every value before it gives up, so that all problems are reported at once. */
export function readAll<T extends object>(readers: { [Name in keyof T]: () => T[Name] }): T {
  const problems = new Set<string>();
  const values: Partial<T> = {};
  for (const name in readers) {
    try {
      values[name] = readers[name]();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
    }
  }
  if (problems.size > 0) throw new ConfigError(...problems);
  return values as T;
}

export type Env = Record<string, string | undefined>;

export function refuse(name: string, value: string, expected: string): never {
  throw new ConfigError(`${name} is "${value}", which is not valid: use ${expected}.`);
}

/** Leaves out anything that may be a password or token. */
export const withoutSecrets = (value: string) =>
  value.replace(/^([a-z0-9+.-]+:)?(\/*).*@/is, "$1$2…@").replace(/\?.+/s, "?…");

export function readAddress(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password;
  if (!plain) refuse(name, withoutSecrets(value), "a plain http or https address, such as https://memes.example.org");
  return value.replace(/\/+$/, "");
}

export function oneOf<const T extends readonly string[]>(name: string, value: string, choices: T): T[number] {
  if (!choices.includes(value)) refuse(name, value, `one of ${choices.join(", ")}`);
  return value;
}

export const IN_PASSWORDS = "in the password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25";

export function requireDecodable(name: string, { username, password, pathname }: URL): void {
  if (![username, password, pathname].every(canDecode))
    throw new ConfigError(`${name} has a % that encodes no character: write % as %25.`);
}

/** Only a shell expands ~, and most settings never pass through one. */
export function requirePath(name: string, path: string): string {
  if (path.startsWith("~"))
    throw new ConfigError(`${name} starts with ~, which only a shell expands: write the full path.`);
  return path;
}

function canDecode(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
