// The sentences for what happens to a person: one for each kind of event that `mine` brings.
import type { NewsItem } from '../graphql/news.tsx'

const SENTENCES: Readonly<Record<string, string>> = {
  'xp.changed': 'Your xp has changed.',
  'level.reached': 'You have reached a new level.',
  'gold.changed': 'Your gold has changed.',
  'credential.issued': 'You have a new credential.',
  'credential.updated': 'A credential of yours has grown.',
  'username.changed': 'You have a new username.',
  'names.hidden': 'An administrator has hidden your name.',
  'names.shown': 'Your name can be seen again.',
  'wallet.linked': 'You have linked a wallet.',
  'wallet.unlinked': 'You have unlinked a wallet.',
  'quest.completed': 'You have completed a quest:',
  'quest.reopened': 'A quest is open again:',
  'lesson.completed': 'You have completed a lesson:',
  'enrollment.started': 'You have begun a course.',
  'enrollment.resumed': 'You are in a course again.',
  'enrollment.completed': 'You have completed a course.',
  'enrollment.ended': 'You have left a course:',
  'membership.requested': 'You have asked to join an organization.',
  'membership.accepted': 'You are a member now.',
  'membership.declined': 'Your request to join was declined.',
  'membership.left': 'You have left an organization:',
  'membership.removed': 'You are no longer a member:',
  'request.received': 'Somebody asks to join your organization.',
  'application.submitted': 'You have applied for a role.',
  'application.accepted': 'Your application was accepted.',
  'application.declined': 'Your application was declined.',
  'application.withdrawn': 'Your application has ended:',
  'applicant.applied': 'Somebody has applied for a role of your organization.',
  'vote.closed': 'Voting has ended:',
  'listing.sold': 'You have sold something.',
  'listing.cancelled': 'A listing of yours was cancelled.',
  'listing.hidden': 'An administrator has hidden a listing of yours.',
  'sale.made': 'You have sold something.',
  'purchase.made': 'You have bought something.',
  'gift.received': 'You have a gift:',
  'gift.given': 'You have given something away:',
  'private_scroll.published': 'You have written a private scroll:',
  'private_scroll.edited': 'You have changed a private scroll:',
  'scroll.withdrawn': 'You have withdrawn a scroll:',
  'scroll.hidden': 'An administrator has hidden a scroll of yours:',
}

/** Undefined for a kind that the app has no words for: new ones may come with a new version of the API. */
export function newsSentence({ type, node }: NewsItem): string | undefined {
  const sentence = SENTENCES[type]
  if (!sentence?.endsWith(':')) return sentence
  const title = titleOf(node)
  return title === undefined ? `${sentence.slice(0, -1)}.` : `${sentence} ${title}`
}

/** The words for an object: its title or its name, as the fragment Title has them. */
export function titleOf(node: object | null | undefined): string | undefined {
  const { title, name } = (node ?? {}) as { title?: string; name?: string }
  return title ?? name
}
