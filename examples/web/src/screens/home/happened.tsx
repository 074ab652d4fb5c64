// What has happened: the news since the app was opened, and the entries of the person's books.
import { changeText } from '../../components/number-text.ts'
import { List, Section } from '../../components/section.tsx'
import { Time } from '../../components/time.tsx'
import type { WhatHappenedFragment } from '../../fragments/generated/graphql.ts'
import { newsSentence, titleOf } from '../../layout/news-text.ts'
import { useNews } from '../../layout/news.tsx'

const MAX_ITEMS = 10

/** The books tell of these themselves, with the amounts. */
const IN_BOOKS = new Set(['xp.changed', 'gold.changed'])

interface Item {
  key: string
  at: string
  text: string
}

export function Happened({ xpHistory, postings }: WhatHappenedFragment) {
  const news = useNews()
  const items = [...newsItems(news), ...xpItems(xpHistory), ...goldItems(postings)]
  const latest = items.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_ITEMS)
  return (
    <Section title="What happened">
      <List empty="Nothing yet. Complete a quest, and it is told here.">
        {latest.map(({ key, at, text }) => (
          <li key={key}>
            <span>{text}</span>
            <span className="soft">
              <Time at={at} />
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}

function newsItems(news: ReturnType<typeof useNews>): Item[] {
  return news.flatMap((item) => {
    const text = newsSentence(item)
    if (text === undefined || IN_BOOKS.has(item.type)) return []
    return [{ key: item.cursor, at: item.at, text }]
  })
}

function xpItems(xpHistory: WhatHappenedFragment['xpHistory']): Item[] {
  return (xpHistory?.nodes ?? []).map(({ id, changedAt, amount, about, kind }) => ({
    key: id,
    at: changedAt,
    text: `${changeText(amount)} xp: ${titleOf(about) ?? XP_KINDS[kind]}`,
  }))
}

const XP_KINDS = { adjustment: 'a correction', grant: 'a grant', opening: 'what you began with' }

function goldItems(postings: WhatHappenedFragment['postings']): Item[] {
  return (postings?.nodes ?? []).map(({ id, postedAt, amount, about, kind }) => ({
    key: id,
    at: postedAt,
    text: `${changeText(amount)} gold: ${titleOf(about) ?? GOLD_KINDS[kind]}`,
  }))
}

const GOLD_KINDS = { adjustment: 'a correction', grant: 'a grant', purchase: 'a purchase' }
