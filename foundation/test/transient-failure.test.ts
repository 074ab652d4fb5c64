// What a failed statement means for its caller, whatever the language of the server.
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { rethrow } from '#foundation/database/outages/transient-failure.ts'

const UNKNOWN = { service: 'path', outcome: 'unknown' }
const RETRY = { service: 'path', retry: true }

test.each<[string, string, string, object]>([
  ['a session that is terminated', 'FATAL', '57P01', UNKNOWN],
  ['a session that is terminated, in Russian', 'ВАЖНО', '57P01', UNKNOWN],
  ['a server that crashes, in Chinese', '致命错误', '57P02', UNKNOWN],
  ['a standby that refuses the statement', 'ERROR', '25006', RETRY],
  ['a standby that refuses the statement, in Russian', 'ОШИБКА', '25006', RETRY],
])(
  'a commit during which there is %s says whether its outcome is known',
  (_what, severity, code, details) => {
    const error = Object.assign(new DatabaseError('…', 1, 'error'), { severity, code })
    const failed = { service: 'path', watch: undefined, mayCommit: true }
    const extensions = { code: 'INTERNAL_ERROR', details }
    expect(() => rethrow(error, failed)).toThrow(expect.objectContaining({ extensions }))
  },
)
