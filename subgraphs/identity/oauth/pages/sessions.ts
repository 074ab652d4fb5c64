// Where a person is signed in.
import type { AccountProps } from './account.ts'
import { form } from './form.ts'
import { html, type Content } from './html.ts'
import { rows } from './rows.ts'
import { ago } from './time.ts'
import { agentWords } from './user-agent.ts'

export interface SessionView {
  id: string
  method: 'password' | 'passkey' | 'wallet'
  /** The header as it came. */
  userAgent: string
  address: string
  signedInAt: Date
  lastSeenAt: Date
  /** This page is seen through it. */
  isCurrent: boolean
}

export const sessions = ({ actions, csrf, now, ...props }: AccountProps): Content => [
  rows(
    props.sessions.map(({ id, method, address, isCurrent, ...session }) => ({
      title: [
        agentWords(session.userAgent),
        isCurrent ? html` <strong class="badge">This one</strong>` : '',
      ],
      lines: [
        html`Signed in ${ago(session.signedInAt, now)} with a ${method} from ${address}`,
        html`Last seen ${ago(session.lastSeenAt, now)}`,
      ],
      end: {
        action: actions.endSession,
        csrf,
        id,
        text: 'Sign out',
        what: `${agentWords(session.userAgent)} at ${address}`,
      },
    })),
    'You are signed in nowhere.',
  ),
  form({ action: actions.endAllSessions, csrf }, html`<button>Sign out everywhere</button>`),
]
