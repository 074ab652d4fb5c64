// Asks for confirmation and a reason before an administrative change.
import { field } from '../field.ts'
import { form } from '../form.ts'
import { html, type Content } from '../html.ts'
import { consolePage, type ConsolePart, type ConsoleProps } from './console-page.ts'

export interface ConfirmProps extends ConsoleProps {
  part: ConsolePart
  title: string
  /** The effect of the change. */
  text: Content
  /** The URL that takes `reason` if it is required, and `username` if there is one. */
  action: string
  button: string
  back: string
  asksReason?: true
  /** The current username, to be changed. */
  username?: string | undefined
  reason?: string | undefined
  errors?: Partial<Record<'reason' | 'username', string>> | undefined
}

export function confirmPage(props: ConfirmProps): string {
  const { action, asksReason, back, button, csrf, errors = {}, reason, text, username } = props
  return consolePage({
    ...props,
    isRefused: Object.keys(errors).length > 0 || props.notice?.kind === 'error',
    main: html`<div class="question">
      <p class="lead">${text}</p>
      ${form({ action, csrf, look: 'stack' }, [
        username === undefined ? '' : usernameField(username, errors.username),
        asksReason ? reasonField(reason, errors.reason) : '',
        html`<div class="decision">
          <button class="primary">${button}</button>
          <a class="button" href="${back}">Cancel</a>
        </div>`,
      ])}
    </div>`,
  })
}

const usernameField = (value: string, error: string | undefined) =>
  field({
    name: 'username',
    label: 'New username',
    hint: '3 to 30 of a–z, 0–9 and _.',
    value,
    error,
    attributes: html`type="text" autocomplete="off" autocapitalize="none" spellcheck="false"
    maxlength="30" required`,
  })

const reasonField = (value: string | undefined, error: string | undefined) =>
  field({
    name: 'reason',
    label: 'Reason',
    hint: 'Kept in the audit trail.',
    value,
    error,
    attributes: html`type="text" autocomplete="off" maxlength="200" required`,
  })
