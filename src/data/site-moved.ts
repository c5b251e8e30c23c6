import { DomainError, explainOutage } from "../errors.ts";
import { message } from "../words/messages.ts";

/** A trigger refuses to write to a database whose site has moved. */
export class SiteMoved extends DomainError {
  constructor() {
    super("unavailable", "This site has moved to another database: start it with the settings that the move printed.");
    explainOutage(this, message("error.moved"));
  }
}
