// A response that no process of the system sends, such as the error page of a proxy.

const MAX_TYPE_LENGTH = 100

/** The message has URL, status and media type, for a log line without a stack. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
  readonly status: number

  /** `what` is the media type, or the target of a redirect. */
  constructor(url: string, status: number, what: string | null | undefined) {
    const [type = ''] = (what ?? '').split(';', 1)
    super(`${url}: ${status} ${type.trim().slice(0, MAX_TYPE_LENGTH) || 'without a media type'}`)
    this.status = status
  }
}
