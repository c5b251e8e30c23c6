/** A request that failed through our own fault. */
export interface Failure {
  /** The id of the request. */
  request: string;
  route: string;
  error: string;
  stack: string;
  createdAt: number;
}
