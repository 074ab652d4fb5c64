// The administrators, in the console.
import { field } from '../field.ts'
import { form } from '../form.ts'
import { html } from '../html.ts'
import { day } from '../time.ts'
import {
  badge,
  consolePage,
  consoleSection,
  linked,
  nextPage,
  type ConsoleProps,
} from './console-page.ts'
import type { PersonItem } from './people-page.ts'

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
      linked(
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
            attributes: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false"
            maxlength="30" required`,
          }),
          html`<button>Add</button>`,
        ]),
      ),
    ],
  })
