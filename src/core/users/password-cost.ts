export interface PasswordCost {
  /** In KiB. */
  memory: number;
  /** Passes over the memory. */
  time: number;
}

/** Each guess costs a tenth of a second of one core, and 64 MB. */
export const PASSWORD_COST: PasswordCost = { memory: 65_536, time: 2 };
