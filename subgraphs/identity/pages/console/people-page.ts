// Finding a person in the console.
import { field } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content } from '../html.ts'
import { day } from '../time.ts'
import { badge, consolePage, linked, nextPage, type ConsoleProps } from './console-page.ts'

export interface PersonItem {
  id: string
  username: string
  displayName: string
  avatar: string
  createdAt: Date
  disabledAt: Date | null
  role: 'member' | 'admin'
}

export interface PeopleProps extends ConsoleProps {
  people: readonly PersonItem[]
  /** The search text; undefined for the list of all. */
  looked?: string | undefined
  error?: string | undefined
  /** Deletions that wait for services. */
  waiting?: readonly { since: Date; services: readonly string[] }[]
  next?: string | undefined
}

export function peoplePage(props: PeopleProps): string {
  const { csrf, error, looked, next, people, waiting = [] } = props
  return consolePage({
    ...props,
    part: 'people',
    isRefused: error !== undefined,
    main: [
      waitingNotice(waiting),
      // The search is posted, so that e-mail addresses stay out of browser histories and logs.
      form({ action: '/admin', csrf, look: 'inline' }, [
        html`<div class="finder" role="search">
          ${field({
            name: 'looked',
            label: 'Find a person',
            hint: 'A name, or a whole e-mail or wallet address.',
            value: looked,
            error,
            attributes: html`type="search" autocomplete="off" spellcheck="false" maxlength="254"
            required`,
          })}
          <button>Find</button>
        </div>`,
      ]),
      looked === undefined ? '' : html`<p><a href="/admin">Show everybody</a></p>`,
      linked(people.map(item), looked === undefined ? 'Nobody is here yet.' : 'Nobody was found.'),
      nextPage(next),
    ],
  })
}

function waitingNotice(waiting: NonNullable<PeopleProps['waiting']>): Content {
  const [oldest] = waiting
  if (!oldest) return ''
  const services = [...new Set(waiting.flatMap((each) => each.services))].join(', ')
  return html`<p class="notice error">
    Waiting deletions: ${waiting.length}, the oldest since ${day(oldest.since)}. Services that have
    not answered: ${services}.
  </p>`
}

const item = (person: PersonItem) => ({
  title: [
    html`<img class="face" src="${person.avatar}" alt="" width="32" height="32" />`,
    person.displayName,
  ],
  href: `/admin/people/${person.id}`,
  about: html`<p>@${person.username} · joined ${day(person.createdAt)}${marks(person)}</p>`,
})

const marks = ({ disabledAt, role }: PersonItem): Content => [
  role === 'admin' ? badge('Administrator') : '',
  disabledAt ? badge('Disabled', 'grave') : '',
]
