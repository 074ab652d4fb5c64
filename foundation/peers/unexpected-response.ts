// A response that no process of the system sends, such as the error page of a proxy.

const MAX_TYPE_LENGTH = 100

/** The message has address, status and media type, for a log line without a stack. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'

  constructor(address: string, status: number, contentType: string | null | undefined) {
    const [type = ''] = (contentType ?? '').split(';', 1)
    super(
      `${address}: ${status} ${type.trim().slice(0, MAX_TYPE_LENGTH) || 'without a media type'}`,
    )
  }
}
