declare global {
  interface JSON {
    /** Writes an exact number of any length. */
    rawJSON(text: string): object;
  }
}

/** JSON text, built by a presenter. Ids exceed 2^53, so objects that contain one are written by hand, digit for digit. */
export type Json = string & { readonly json: unique symbol };

export const json = (text: string) => text as Json;
export const jsonOf = (value: unknown) => JSON.stringify(value) as Json;
export const jsonArray = (items: readonly Json[]) => `[${items.join(",")}]` as Json;
