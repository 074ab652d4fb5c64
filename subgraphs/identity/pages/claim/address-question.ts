// The question that decides a claim: which address is the account's.
import { choice, describedBy, radio, remarks } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'

export const ADDRESS = 'address'

export interface AddressChoice {
  value: string
  title: Content
  about: Content
}

/** Renders the question. No choice is preselected, because one click must not give the account away. */
export function addressQuestion(
  choices: readonly AddressChoice[],
  { chosen, error }: { chosen?: string | undefined; error?: string | undefined },
): Html {
  const remarked = { name: ADDRESS, error }
  return html`<fieldset class="field" ${describedBy(remarked)}>
    <legend>Which address is the account’s?</legend>
    ${remarks(remarked)}
    ${choices.map(({ value, title, about }) => choice(radio(ADDRESS, value, chosen), title, about))}
  </fieldset>`
}
