// The home screen: the person, what waits for them, and what has happened.
import { Link } from 'react-router'
import { GoldFact, PersonFacts } from '../../components/person.tsx'
import { List, Row, Screen, Section } from '../../components/screen.tsx'
import { changeText } from '../../components/text.ts'
import type { WhatHappenedFragment } from '../../fragments/generated/graphql.ts'
import { useLive } from '../../graphql/use-live.ts'
import { newsSentence, titleOf } from '../../layout/news-text.ts'
import { useNews, type NewsItem } from '../../graphql/news.tsx'
import { HomeDocument, type HomeQuery } from './generated/graphql.ts'
import './home.css'

export function Component() {
  // Everything here concerns the person, so News brings its changes.
  const live = useLive(HomeDocument, undefined, {})
  return (
    <Screen title="Home" live={live}>
      {(data) => (
        <div className="home columns">
          {data.me && <Person {...data.me} />}
          <Waiting {...data} />
          {data.me && <Happened {...data.me} />}
        </div>
      )}
    </Screen>
  )
}

function Person(me: NonNullable<HomeQuery['me']>) {
  const { displayName, username, picture, house, archetype } = me
  return (
    <section className="card person" aria-label="You" data-house={house}>
      <img src={picture} alt="" width="72" height="72" />
      <div>
        <h2>{displayName}</h2>
        <p className="soft">
          @{username}, {archetype} of {house}
        </p>
      </div>
      <PersonFacts person={me}>
        <GoldFact {...me} />
      </PersonFacts>
    </section>
  )
}

/**
 * Votes, courses that the person has begun, and quests. What is done leaves by its own fields, which a mutation or News
 * changes in the cache.
 */
function Waiting({ me, quests, proposals }: HomeQuery) {
  const votes = proposals?.nodes.filter(({ status, myVote }) => status === 'active' && !myVote)
  const courses = me?.enrollments?.nodes.filter(({ status }) => status === 'enrolled')
  const open = quests?.nodes.filter(({ myState }) => myState?.status === 'available')
  return (
    <Section title="What waits for you">
      <List empty="Nothing. You have done it all.">
        {[
          ...(votes ?? []).map(({ id, title, endTime }) => (
            <Row key={id} note="ends" at={endTime}>
              <Link to={`/proposals/${id}`}>Vote: {title}</Link>
            </Row>
          )),
          ...(courses ?? []).map(({ id, course, lessonsCompleted }) => (
            <Row key={id} note={`${lessonsCompleted} of ${course.lessons} lessons`}>
              <Link to={`/courses/${course.id}`}>Course: {course.title}</Link>
            </Row>
          )),
          ...(open ?? []).map(({ id, title, xpReward, goldReward }) => (
            <Row key={id} note={`${xpReward} xp, ${goldReward} gold`}>
              <Link to={`/quests/${id}`}>Quest: {title}</Link>
            </Row>
          )),
        ]}
      </List>
    </Section>
  )
}

const MAX_ITEMS = 10

/** The news since the app was opened, and the entries of the person's books. */
function Happened({ xpHistory, postings }: WhatHappenedFragment) {
  const { news } = useNews()
  const xp = xpHistory?.nodes ?? []
  const gold = postings?.nodes ?? []
  const items = [
    ...news.flatMap(newsRow),
    ...xp.map(({ id, changedAt, amount, about, kind }) => ({
      key: id,
      at: changedAt,
      text: `${changeText(amount)} xp: ${titleOf(about) ?? BOOKED[kind]}`,
    })),
    ...gold.map(({ id, postedAt, amount, about, kind }) => ({
      key: id,
      at: postedAt,
      text: `${changeText(amount)} gold: ${titleOf(about) ?? BOOKED[kind]}`,
    })),
  ]
  const latest = items.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_ITEMS)
  return (
    <Section title="What happened">
      <List empty="Nothing yet. Complete a quest, and it is told here.">
        {latest.map(({ key, at, text }) => (
          <Row key={key} at={at}>
            {text}
          </Row>
        ))}
      </List>
    </Section>
  )
}

/** Why xp or gold have changed, where nothing has a title. */
const BOOKED = {
  adjustment: 'a correction',
  grant: 'a grant',
  opening: 'what you began with',
  purchase: 'a purchase',
}

/** The books tell of these themselves, with the amounts. */
const IN_BOOKS = new Set(['xp.changed', 'gold.changed'])

function newsRow(item: NewsItem) {
  const text = newsSentence(item)
  if (text === undefined || IN_BOOKS.has(item.type)) return []
  return [{ key: item.cursor, at: item.at, text }]
}
