/** A function whose result for an object is kept for as long as the object lives. */
export function perObject<O extends WeakKey, V>(make: (object: O) => V): (object: O) => V {
  const known = new WeakMap<O, V>();
  return (object) => {
    const kept = known.get(object);
    if (kept !== undefined) return kept;
    const made = make(object);
    known.set(object, made);
    return made;
  };
}
