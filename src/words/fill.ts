/** Replaces {names} with values. Inserted values are not scanned again, since they may contain braces. */
export const fill = <V>(message: string, values: Record<string, V>, write: (value: V) => string): string =>
  message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : write(value);
  });
