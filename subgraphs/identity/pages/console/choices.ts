// Fields of the console's longer forms: multi-line text, and choices.
import { describedBy, radio, remarks } from '../field.ts'
import { html, type Html } from '../html.ts'

type Described = Parameters<typeof describedBy>[0]

export function textField(
  about: Described & { label: string },
  value: string,
  longest: number,
): Html {
  const { label, name } = about
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea
      id="${name}"
      name="${name}"
      rows="4"
      maxlength="${longest}"
      spellcheck="false"
      ${describedBy(about)}
    >
${value}</textarea>
    ${remarks(about)}
  </div>`
}

export const choices = (
  name: string,
  legend: string,
  chosen: string,
  options: readonly (readonly [value: string, title: string, about: string])[],
): Html =>
  html`<fieldset class="field" id="${name}" tabindex="-1">
    <legend>${legend}</legend>
    ${options.map(
      ([value, title, about]) =>
        html`<label class="choice">
          ${radio(name, value, chosen)}
          <span>${title} <small>${about}</small></span>
        </label>`,
    )}
  </fieldset>`

export interface Box {
  name: string
  title: string
  about: string
  checked: boolean
}

export function boxes(
  name: string,
  legend: string,
  all: readonly Box[],
  shown: Omit<Described, 'name'>,
): Html {
  const about = { name, ...shown }
  return html`<fieldset class="field" id="${name}" tabindex="-1" ${describedBy(about)}>
    <legend>${legend}</legend>
    ${all.map(
      (box) =>
        html`<label class="choice">
          <input type="checkbox" name="${box.name}" value="on" ${box.checked ? 'checked' : ''} />
          <span>${box.title} <small>${box.about}</small></span>
        </label>`,
    )}
    ${remarks(about)}
  </fieldset>`
}
