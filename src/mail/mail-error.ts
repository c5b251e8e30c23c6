/** A refusal by the mail server, in one sentence for the operator and without secrets. */
export class MailError extends Error {
  override name = "MailError";
  constructor(
    sentence: string,
    /** A retry would fail too: the server rejects the address itself. */
    readonly isFinal: boolean,
    /** The server may have taken the mail: the connection ended before it said yes or no. */
    readonly isUnsure = false,
  ) {
    super(sentence);
  }
}

/** As nodemailer reports it. */
interface SmtpError {
  message: string;
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

const MAX_ANSWER = 200;

export function mailErrorOf(error: unknown, smtpUrl: string): MailError {
  const { hostname, password } = new URL(smtpUrl);
  const failure = error as SmtpError;
  const answer = withoutPassword(failure.response ?? failure.message ?? String(error), password);
  const isFinal = failure.command === "RCPT TO" && (failure.responseCode ?? 0) >= 500;
  return new MailError(
    sentenceFor(failure, { host: hostname, port: portOf(smtpUrl), answer }),
    isFinal,
    !isCertain(failure),
  );
}

/** Failures from before the mail itself is sent. nodemailer does not say how far it got when a connection breaks. */
const NEVER_SENT =
  /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|Connection timeout|Greeting never received|certificate|CERT_|altname|WRONG_VERSION/i;
const NEVER_SENT_CODES = ["EDNS", "EAUTH", "ETLS", "EENVELOPE"];

/** Whether the server has surely not taken the mail. */
const isCertain = ({ code = "", message = "", responseCode = 0 }: SmtpError) =>
  responseCode >= 400 || NEVER_SENT_CODES.includes(code) || NEVER_SENT.test(message);

function sentenceFor(
  failure: SmtpError,
  { host, port, answer }: { host: string; port: string; answer: string },
): string {
  const { code, command, message = "" } = failure;
  if (code === "EDNS")
    return `The mail server's host name ${host} is unknown: check the host in GUFFAW_SMTP_URL and this machine's DNS.`;
  if (/ECONNREFUSED/.test(message))
    return `The mail server refused the connection: nothing listens at ${host} port ${port}; check the port in GUFFAW_SMTP_URL.`;
  if (/WRONG_VERSION_NUMBER/i.test(message))
    return `The mail server at ${host} port ${port} does not start with TLS: write smtp:// instead of smtps:// in GUFFAW_SMTP_URL, or use another port.`;
  if (/certificate|CERT_|altname/i.test(message))
    return `The certificate of the mail server ${host} cannot be trusted (${answer}): use the host name it was issued for, or renew it.`;
  if (code === "ETIMEDOUT")
    return `The mail server at ${host} port ${port} is silent: a firewall may block the port, or it may need smtps:// in GUFFAW_SMTP_URL.`;
  if (code === "EAUTH")
    return `The mail server ${host} refused our login (${answer}): check the user and password in GUFFAW_SMTP_URL; write @ as %40, : as %3A, / as %2F and % as %25 in them.`;
  if (command === "RCPT TO") return `The mail server ${host} refused the recipient (${answer}).`;
  if (command === "MAIL FROM") return `The mail server ${host} refused the sender in GUFFAW_MAIL_FROM (${answer}).`;
  return `The mail server ${host} failed (${answer}).`;
}

/** A server's answer may repeat the password, plain or in base64. */
function withoutPassword(answer: string, encoded: string): string {
  const password = decodeURIComponent(encoded);
  const plain = answer.replace(/\s+/g, " ").trim();
  const secrets = [password, encoded, Buffer.from(password).toString("base64")].filter(Boolean);
  return secrets.reduce((text, secret) => text.replaceAll(secret, "…"), plain).slice(0, MAX_ANSWER);
}

function portOf(smtpUrl: string): string {
  const { port, protocol } = new URL(smtpUrl);
  return port || (protocol === "smtps:" ? "465" : "587");
}
