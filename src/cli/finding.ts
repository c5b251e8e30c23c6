export interface Finding {
  what: string;
  ok: boolean;
  said: string;
}
export type Said = Omit<Finding, "what">;

export const good = (said: string): Said => ({ ok: true, said });
export const bad = (said: string): Said => ({ ok: false, said });
