// Administrators in the console: lists, adds and removes them, but never the last one.
import {
  addAdministrator,
  dismissAdministrator,
  listAdministrators,
} from '../../domain/administration/administrator.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import {
  confirmPage,
  badge,
  consolePage,
  consoleSection,
  nextPage,
  type ConsoleProps,
} from './console-page.ts'
import { field, form, INPUTS, type Notice } from '../form.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import { asAdministrator, type AdministratorSession } from './access.ts'
import { consoleProps, nextPath, show, submit, doneNotice } from './response.ts'
import { personItem, type PersonItem } from './people.ts'
import { subjectOf } from './person.ts'
import { html } from '../html.ts'
import { rows } from '../rows.ts'
import { day } from '../time.ts'

async function render(
  administering: AdministratorSession,
  shown: { username?: string; error?: string; notice?: Notice },
): Promise<string> {
  const { ctx, req } = administering
  const query = queryParameters(req)
  const list = await listAdministrators(ctx, { first: 50, after: query.get('after') })
  const found = await list.page()
  return administratorsPage({
    ...consoleProps(administering),
    notice: doneNotice(query),
    people: found.nodes.map(personItem),
    next: nextPath('/admin/administrators', found),
    ...shown,
  })
}

export const showAdministrators = show((administering) => render(administering, {}))

const usernameIn = (form: Parameters): string =>
  (form.get('username') ?? '').trim().replace(/^@/, '').toLowerCase()

export const submitAdministrator = submit(
  async (administering, form) => {
    const username = usernameIn(form)
    const error = await addAdministrator(asAdministrator(administering), username).then(
      () => undefined,
      sentenceOf,
    )
    if (error === undefined) return { to: '/admin/administrators?done=added' }
    return { refused: await render(administering, { username, error }) }
  },
  (administering, form, notice) => render(administering, { username: usernameIn(form), notice }),
)

/** The message of a broken rule. @throws any other error */
function sentenceOf(thrown: unknown): string {
  if (!(thrown instanceof DomainError)) throw thrown
  // This error is about the acting administrator, not the person.
  if (thrown.extensions.code === 'INSUFFICIENT_PERMISSIONS') throw thrown
  return thrown.message
}

export const askDismissal = show(async (administering) => {
  const { displayName, id } = await subjectOf(administering)
  return confirmPage({
    ...consoleProps(administering),
    part: 'administrators',
    title: `Is ${displayName} no administrator any more?`,
    text: 'They keep their account. Services learn of it within seconds.',
    button: 'Remove',
    action: `/admin/administrators/${id}/remove`,
    back: '/admin/administrators',
  })
})

export const submitDismissal = submit(async (administering) => {
  const { id } = await subjectOf(administering)
  const text = await dismissAdministrator(asAdministrator(administering), id).then(
    () => undefined,
    sentenceOf,
  )
  if (text === undefined) return { to: '/admin/administrators?done=removed' }
  return { refused: await render(administering, { notice: { kind: 'error', text } }) }
})

interface AdministratorsProps extends ConsoleProps {
  people: readonly PersonItem[]
  next?: string | undefined
  username?: string | undefined
  error?: string | undefined
}

export const administratorsPage = (props: AdministratorsProps): string =>
  consolePage({
    ...props,
    part: 'administrators',
    isRefused: props.error !== undefined || props.notice?.kind === 'error',
    main: [
      rows(
        props.people.map((person) => ({
          title: person.displayName,
          href: `/admin/people/${person.id}`,
          about: html`<p>
            @${person.username} · joined ${day(person.createdAt)}
            ${person.disabledAt ? badge('Disabled', 'grave') : ''}
          </p>`,
          end: html`<a class="button" href="/admin/administrators/${person.id}/remove"
            >Remove <span class="unseen">${person.username}</span></a
          >`,
        })),
        'There are none.',
      ),
      nextPage(props.next),
      consoleSection(
        'add',
        'Add an administrator',
        form({ action: '/admin/administrators', csrf: props.csrf, look: 'stack' }, [
          field({
            name: 'username',
            label: 'Username',
            hint: 'They need a second factor to enter.',
            value: props.username,
            error: props.error,
            attributes: INPUTS.otherUsername,
          }),
          html`<button>Add</button>`,
        ]),
      ),
    ],
  })
