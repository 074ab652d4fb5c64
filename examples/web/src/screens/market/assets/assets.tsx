// What the person owns: to put up for sale, to price, to give away.
import { Link } from 'react-router'
import { Endless } from '../../../components/endless.tsx'
import { countText, numberText } from '../../../components/number-text.ts'
import { PersonLink } from '../../../components/person.tsx'
import { Screen } from '../../../components/screen.tsx'
import { List, Section } from '../../../components/section.tsx'
import { Time } from '../../../components/time.tsx'
import { useLive, type Live } from '../../../graphql/use-live.ts'
import { useOnNews } from '../../../layout/use-on-news.ts'
import { Rooms } from '../rooms.tsx'
import { MyAssetsDocument, type MyAssetFragment, type MyAssetsQuery } from './generated/graphql.ts'
import { ForSale, NotForSale } from './selling.tsx'
import '../market.css'

/** After these, the lists are others. */
const KINDS_OF_NEWS = [
  'purchase.made',
  'sale.made',
  'gift.received',
  'gift.given',
  'listing.cancelled',
]

export function Component() {
  const live = useLive(MyAssetsDocument, undefined, {})
  useOnNews(KINDS_OF_NEWS, live.reload)
  return (
    <Screen title="Your assets" live={live} above={<Rooms />}>
      {({ me }) =>
        me && (
          <div className="columns">
            {me.assets && <Assets {...me.assets} fetchMore={live.fetchMore} />}
            {me.sales && <Sales {...me.sales} />}
          </div>
        )
      }
    </Screen>
  )
}

type Me = NonNullable<MyAssetsQuery['me']>

type AssetsProps = NonNullable<Me['assets']> & Pick<Live<unknown>, 'fetchMore'>

function Assets({ edges, pageInfo, totalCount, fetchMore }: AssetsProps) {
  return (
    <section className="card" aria-label="What you own">
      <p className="soft">You own {countText(totalCount, 'thing', 'things')}</p>
      <Endless pageInfo={pageInfo} fetchMore={fetchMore}>
        <ul className="entries">
          {edges.map(({ node }) => (
            <Asset key={node.id} {...node} />
          ))}
        </ul>
      </Endless>
      {totalCount === 0 && <Link to="/market">See what is for sale</Link>}
    </section>
  )
}

function Asset(asset: MyAssetFragment) {
  const { id, name, description, kind, listing } = asset
  const isForSale = listing?.status === 'active'
  return (
    <li>
      <div className="head">
        <h3>{name}</h3>
        <span className="soft">{kind}</span>
      </div>
      <p className="text">{description}</p>
      {listing?.moderation && (
        <p role="note">An administrator has hidden the listing: {listing.moderation.reason}</p>
      )}
      <div className="actions">
        {isForSale ? <ForSale name={name} {...listing} /> : <NotForSale {...asset} />}
        <Link to={`/market/assets/${id}/give`} aria-label={`Give away ${name}`}>
          Give away
        </Link>
      </div>
    </li>
  )
}

function Sales({ nodes }: NonNullable<Me['sales']>) {
  return (
    <Section title="Sold lately">
      <List empty="You have sold nothing yet.">
        {nodes.map(({ id, price, soldAt, asset, buyer }) => (
          <li key={id}>
            <span className="by">
              {asset.name} to <PersonLink person={buyer} />
            </span>
            <span className="soft">
              {numberText(price)} gold, <Time at={soldAt} />
            </span>
          </li>
        ))}
      </List>
    </Section>
  )
}
