/** Puts what is given in the place of {names}. What was put in is not looked at again: it may hold braces of its own. */
export const fill = <V>(message: string, values: Record<string, V>, write: (value: V) => string): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : write(value);
  });
