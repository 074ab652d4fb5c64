// One person in the console: how and where they sign in, and what administrators can do.
import { html, type Content, type Html } from '../html.ts'
import { ago, day } from '../time.ts'
import { agentWords } from '../user-agent.ts'
import { auditList, type AuditItem, type Names } from './audit-page.ts'
import {
  badge,
  consolePage,
  consoleSection,
  facts,
  linked,
  type ConsoleProps,
} from './console-page.ts'
import type { PersonItem } from './people-page.ts'

export interface PersonProps extends ConsoleProps {
  person: PersonItem & { house: string; archetype: string; level: number; xp: number }
  state: 'active' | 'disabled' | 'leaving' | 'locked'
  deletionDueAt: Date | null
  email: string | null
  factors: {
    password: boolean
    totp: boolean
    passkeys: number
    recoveryCodes: number
    /** Whether the person has chosen to require a passkey. */
    twoStep: boolean
  }
  wallets: readonly { address: string; signsIn: boolean }[]
  sessions: readonly {
    method: string
    userAgent: string
    address: string
    signedInAt: Date
    lastSeenAt: Date
  }[]
  grants: readonly { clientId: string; scopes: readonly string[]; createdAt: Date }[]
  events: readonly AuditItem[]
  names: Names
}

export function personPage(props: PersonProps): string {
  const { person } = props
  const trail = `/admin/audit?person=${person.id}`
  return consolePage({
    ...props,
    part: 'people',
    title: person.displayName,
    main: [
      head(props),
      consoleSection('actions', 'What you can do', actions(props)),
      consoleSection('factors', 'How they sign in', factors(props)),
      consoleSection('sessions', 'Where they are signed in', sessions(props)),
      consoleSection('grants', 'Connected apps', grants(props)),
      consoleSection('audit', 'What happened last', [
        auditList(props, person.id),
        html`<p><a href="${trail}">The whole trail</a></p>`,
      ]),
    ],
  })
}

const STATES = {
  active: badge('Active'),
  disabled: badge('Disabled', 'grave'),
  leaving: badge('Leaving'),
  locked: badge('Locked by the person', 'grave'),
}

const head = ({ deletionDueAt, person, state }: PersonProps): Html =>
  html`<div class="subject">
    <img class="face" src="${person.avatar}" alt="" width="64" height="64" />
    <div>
      <p class="handle">@${person.username}</p>
      <p>${STATES[state]} ${person.role === 'admin' ? badge('Administrator') : ''}</p>
    </div>
    ${facts([
      ['House', person.house],
      ['Archetype', person.archetype],
      ['Level', person.level],
      ['Joined', day(person.createdAt)],
      ...(deletionDueAt ? [['Will be deleted', day(deletionDueAt)] as const] : []),
      ['Id', html`<code>${person.id}</code>`],
    ])}
  </div>`

function actions({ factors, person, state }: PersonProps): Html {
  const to = (action: string, text: string) =>
    html`<a class="button" href="/admin/people/${person.id}/${action}">${text}</a>`
  return html`<div class="actions">
    ${[
      state === 'disabled' ? to('enable', 'Enable') : to('disable', 'Disable'),
      to('sign-out', 'Sign out everywhere'),
      factors.totp || factors.twoStep || factors.recoveryCodes > 0
        ? to('reset-factors', 'Reset factors')
        : '',
      to('rename', 'Rename'),
      to('recovery-code', 'Issue a recovery code'),
    ]}
  </div>`
}

const factors = ({ email, factors: has, wallets }: PersonProps): Html =>
  facts([
    ['E-mail', email ?? 'None'],
    ['Password', has.password ? 'Yes' : 'No'],
    ['Authenticator app', has.totp ? 'Yes' : 'No'],
    ['Passkeys', has.twoStep ? `${has.passkeys}, asked for` : has.passkeys],
    ['Recovery codes', has.recoveryCodes],
    ['Wallets', wallets.length === 0 ? 'None' : wallets.map(wallet)],
  ])

const wallet = ({ address, signsIn }: PersonProps['wallets'][number]): Content =>
  html`<code>${address}</code> ${signsIn ? '' : '(linked by an app)'} `

const sessions = ({ now, sessions: all }: PersonProps): Html =>
  linked(
    all.map((session) => ({
      title: agentWords(session.userAgent),
      about: html`<p>
        By ${session.method} from ${session.address}, ${ago(session.signedInAt, now)} · last seen
        ${ago(session.lastSeenAt, now)}
      </p>`,
    })),
    'Nowhere.',
  )

const grants = ({ grants: all }: PersonProps): Html =>
  linked(
    all.map(({ clientId, scopes, createdAt }) => ({
      title: clientId,
      href: `/admin/clients/${clientId}`,
      about: html`<p>${scopes.join(', ')} · since ${day(createdAt)}</p>`,
    })),
    'None.',
  )
