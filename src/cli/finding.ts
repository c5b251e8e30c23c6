export interface Finding {
  what: string;
  ok: boolean;
  said: string;
}
export type Check = Omit<Finding, "what">;

export const good = (said: string): Check => ({ ok: true, said });
export const bad = (said: string): Check => ({ ok: false, said });
