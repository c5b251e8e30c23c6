/** A server error. */
export interface Failure {
  /** Request id. */
  request: string;
  route: string;
  error: string;
  stack: string;
  createdAt: number;
}
