// The style of the page. Each colour has a contrast of at least 4.5 with what is behind it (WCAG 2.2, 1.4.3).
import { inHtml } from '../escape/markup.ts'

export const CSS = inHtml`
:root {
  color-scheme: light dark;
  --back: #fff; --text: #1c2024; --quiet: #5a6169; --line: #d5d9de; --panel: #f4f6f8;
  --security: #8a1fa0; --breaking: #b3261e; --dangerous: #875200; --safe: #22693a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171a; --text: #e6e9ec; --quiet: #a6adb5; --line: #3a4048; --panel: #1d2226;
    --security: #dd9bf0; --breaking: #ff9b93; --dangerous: #f0b95c; --safe: #7ccf97;
  }
}
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; }
h3 { margin: 0; font-size: 1rem; font-weight: normal; }
p, ul { margin: 0.25rem 0; }
ul { padding-left: 1.25rem; color: var(--quiet); }
code, pre { font: 0.9em ui-monospace, monospace; white-space: pre-wrap; }
.outcome { font-weight: bold; }
.passed { color: var(--safe); }
.failed { color: var(--breaking); }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; font-size: 0.9rem; overflow-wrap: normal; }
caption { text-align: left; color: var(--quiet); }
th, td { padding: 0.2rem 0.4rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, .idle { text-align: left; }
tbody th { font-weight: normal; }
.idle, .none { color: var(--quiet); }
article { margin: 0.5rem 0; padding: 0.5rem 0.75rem; border-left: 4px solid; background: var(--panel); }
article p { color: var(--text); }
article code { color: var(--text); }
td.security, article.security { color: var(--security); }
td.breaking, article.breaking { color: var(--breaking); }
td.dangerous, article.dangerous { color: var(--dangerous); }
td.safe, article.safe { color: var(--safe); }
@media (max-width: 30rem) {
  table { font-size: 0.7rem; }
  th, td { padding: 0.2rem 0.1rem; }
}
@media print {
  :root { --back: #fff; --text: #000; --quiet: #444; --line: #999; --panel: #fff;
    --security: #8a1fa0; --breaking: #b3261e; --dangerous: #875200; --safe: #22693a; }
  main { max-width: none; padding: 0; }
  article { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`
