/** A node in the tree of paths: its children, and the value here. */
interface Place<T> {
  literals: Map<string, Place<T>>;
  variable: { name: string; place: Place<T> } | undefined;
  here: T | undefined;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};

export interface Found<T> {
  what: T;
  params: Readonly<Record<string, string>>;
}

const emptyPlace = <T>(): Place<T> => ({ literals: new Map(), variable: undefined, here: undefined });

/** Finds the value for a path, with variables as {name}. A literal segment wins over a variable. */
export class PathTree<T> {
  #root = emptyPlace<T>();
  /** Places without variables, by their path: most requests need no more than one or two looks here. */
  #literal = new Map([["", this.#root]]);

  /** The value for a pattern, created if there is none. */
  at(pattern: string, make: () => T): T {
    let place = this.#root;
    let path = "";
    for (const segment of pattern.split("/").slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name) place = variableIn(place, name, pattern);
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
    const last = this.#literal.get(path.slice(0, end))?.variable;
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
  if (found || !place.variable || segment === "") return found;
  const { name, place: next } = place.variable;
  params[name] = decoded(segment);
  return walk(next, path, end + 1, params);
}

/** All patterns that share a variable use the same name for it. */
function variableIn<T>(place: Place<T>, name: string, pattern: string): Place<T> {
  place.variable ??= { name, place: emptyPlace<T>() };
  if (place.variable.name !== name)
    throw new Error(`${pattern} calls a variable {${name}} that other paths call {${place.variable.name}}`);
  return place.variable.place;
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
