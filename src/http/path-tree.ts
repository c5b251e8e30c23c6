/** A node in the tree of paths: its children, and the value here. */
interface Place<T> {
  literals: Map<string, Place<T>>;
  variable: Variable<T> | undefined;
  /** For segments that begin with "@". */
  handle: Variable<T> | undefined;
  here: T | undefined;
}

interface Variable<T> {
  name: string;
  place: Place<T>;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

export interface Found<T> {
  what: T;
  params: Readonly<Record<string, string>>;
}

const emptyPlace = <T>(): Place<T> => ({
  literals: new Map(),
  variable: undefined,
  handle: undefined,
  here: undefined,
});

/** Finds the value for a path, with variables as {name} or @{name}. A literal segment wins over a variable. */
export class PathTree<T> {
  #root = emptyPlace<T>();
  /** Places without variables, by their path: most requests need no more than one or two looks here. */
  #literal = new Map([["", this.#root]]);

  /** The value for a pattern, created if there is none. */
  at(pattern: string, make: () => T): T {
    let place = this.#root;
    let path = "";
    for (const segment of pattern.split("/").slice(1)) {
      const [, at, name] = /^(@?)\{(\w+)\}$/.exec(segment) ?? [];
      if (name) place = variableIn(place, at ? "handle" : "variable", name, pattern);
      else place = place.literals.get(segment) ?? setIn(place.literals, segment, emptyPlace<T>());
      path += `/${segment}`;
      if (!path.includes("{")) this.#literal.set(path, place);
    }
    return (place.here ??= make());
  }

  find(path: string): Found<T> | undefined {
    const here = this.#literal.get(path)?.here;
    if (here) return { what: here, params: NO_PARAMS };
    const end = path.lastIndexOf("/");
    const above = this.#literal.get(path.slice(0, end));
    const last = above?.handle ? undefined : above?.variable;
    if (last?.place.here && end + 1 < path.length)
      return { what: last.place.here, params: { [last.name]: decoded(path.slice(end + 1)) } };
    const params: Record<string, string> = {};
    const what = walk(this.#root, path, 1, params);
    return what && { what, params };
  }
}

function walk<T>(place: Place<T>, path: string, start: number, params: Record<string, string>): T | undefined {
  if (start > path.length) return place.here;
  const slash = path.indexOf("/", start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  const literal = place.literals.get(segment);
  const found = literal && walk(literal, path, end + 1, params);
  // A literal that leads nowhere may still be the value of a variable: `me` in /profile/me/memes.
  if (found || segment === "") return found;
  const handle = place.handle && handleIn(segment);
  const next = handle ? place.handle : place.variable;
  if (!next) return undefined;
  params[next.name] = decoded(handle ?? segment);
  return walk(next.place, path, end + 1, params);
}

/** What follows the "@". Some programs escape it when they turn an address into a link. */
const handleIn = (segment: string) => /^(?:@|%40)(.+)$/.exec(segment)?.[1];

/** All patterns that share a variable use the same name for it. */
function variableIn<T>(place: Place<T>, kind: "variable" | "handle", name: string, pattern: string): Place<T> {
  const variable = (place[kind] ??= { name, place: emptyPlace<T>() });
  if (variable.name !== name)
    throw new Error(`${pattern} calls a variable {${name}} that other paths call {${variable.name}}`);
  return variable.place;
}

function setIn<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

/** An undecodable segment is taken as it is. It names nothing of ours. */
function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
