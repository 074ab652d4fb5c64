// Shows a new secret, which is not shown again.
import { html } from '../html.ts'
import { consolePage, facts, type ConsolePart, type ConsoleProps } from './console-page.ts'

interface SecretProps extends ConsoleProps {
  part: ConsolePart
  title: string
  text: string
  /** Name and value, in the order of the page. */
  values: readonly (readonly [name: string, value: string])[]
  back: string
}

export function secretPage({ values, text, back, ...props }: SecretProps): string {
  return consolePage({
    ...props,
    main: html`<div class="question">
      <p class="lead">${text}</p>
      ${facts(values.map(([name, value]) => [name, html`<code>${value}</code>`]))}
      <p><a class="button" href="${back}">I have saved it</a></p>
    </div>`,
  })
}
