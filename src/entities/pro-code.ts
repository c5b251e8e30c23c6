export interface ProCode {
  months: number;
  redeemedAt: number | undefined;
}
