export interface Finding {
  what: string;
  ok: boolean;
  /** It works, but somebody should know. */
  warning?: true;
  said: string;
}
export type Check = Omit<Finding, "what">;

export const good = (said: string): Check => ({ ok: true, said });
export const bad = (said: string): Check => ({ ok: false, said });
export const warning = (said: string): Check => ({ ok: true, warning: true, said });
