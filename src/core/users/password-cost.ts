export interface PasswordCost {
  /** KiB of memory. */
  memory: number;
  /** Passes over it. */
  time: number;
}

/** A tenth of a second of a core, and 64 MB, for every guess. */
export const PASSWORD_COST: PasswordCost = { memory: 65_536, time: 2 };
