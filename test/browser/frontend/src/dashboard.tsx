// The page: one query over all eight domains, and a section for each.
import { useQuery } from '@apollo/client/react'
import { Courses } from './courses.tsx'
import { DashboardDocument } from './generated/graphql.ts'
import { Guild } from './guild.tsx'
import { Live } from './live.tsx'
import { Market } from './market.tsx'
import { Person } from './person.tsx'
import { Proposals } from './proposals.tsx'
import { Quests } from './quests.tsx'
import { Realms } from './realms.tsx'
import { Scrolls } from './scrolls.tsx'

export function Dashboard({ isLive }: { isLive: boolean }) {
  const { data, error } = useQuery(DashboardDocument)
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p>Loading</p>
  const { me, quests, courses, organizations, roles, proposals } = data
  const { listings, assets, scrolls, realms } = data
  if (!me) return <p role="alert">A person belongs here.</p>
  return (
    <main>
      <Person person={me} />
      <Quests quests={quests?.nodes ?? []} />
      <Courses courses={courses?.nodes ?? []} />
      <Guild organizations={organizations?.nodes ?? []} roles={roles?.nodes ?? []} />
      <Proposals proposals={proposals?.nodes ?? []} />
      <Market listings={listings?.nodes ?? []} assets={assets?.nodes ?? []} person={me} />
      <Scrolls scrolls={scrolls?.nodes ?? []} person={me} />
      <Realms realms={realms?.nodes ?? []} />
      {isLive && (
        <Live
          roles={roles?.nodes ?? []}
          proposals={proposals?.nodes ?? []}
          listings={listings?.nodes ?? []}
          realms={realms?.nodes ?? []}
        />
      )}
    </main>
  )
}
