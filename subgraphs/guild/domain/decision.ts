// What a steward has decided stays decided.
import { refused } from '#foundation/domain/errors.ts'

/**
 * Answers a second decision: the request as it is, when the first one was the same.
 * @throws ALREADY_COMPLETED when it was another
 */
export function confirmDecision<Request extends { status: string }>(
  request: Request,
  decision: Request['status'],
): Request {
  const { status } = request
  if (status === decision) return request
  throw refused('ALREADY_COMPLETED', `This was decided before: it is ${status}.`, { status })
}
