// A steward's decision is final.
import { refused } from '#foundation/domain/errors.ts'

/** Returns the request unchanged if the second decision equals the first. @throws ALREADY_COMPLETED otherwise */
export function confirmDecision<Request extends { status: string }>(
  request: Request,
  decision: Request['status'],
): Request {
  const { status } = request
  if (status === decision) return request
  throw refused('ALREADY_COMPLETED', `This has already been decided: it is ${status}.`, { status })
}
