// What the person owns: to put up for sale, to price, to give away.
import { Link } from 'react-router'
import { Action } from '../../../components/action.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { Endless } from '../../../components/lists.tsx'
import { PersonLink } from '../../../components/person.tsx'
import { List, Row, Screen, Section } from '../../../components/screen.tsx'
import { countText, numberText } from '../../../components/text.ts'
import { useList } from '../../../graphql/use-live.ts'
import { Rooms } from '../rooms.tsx'
import {
  ChangePriceDocument,
  EndListingDocument,
  ListAssetDocument,
  MyAssetsDocument,
  type MyAssetFragment,
  type MyAssetsQuery,
  type MyListingFragment,
} from './generated/graphql.ts'
import '../market.css'

/** After these, the lists are others. */
const NEWS = ['purchase.made', 'sale.made', 'gift.received', 'gift.given', 'listing.cancelled']

export function Component() {
  const live = useList(MyAssetsDocument, {}, NEWS)
  return (
    <Screen title="Your assets" live={live} above={<Rooms />}>
      {({ me }) =>
        me && (
          <div className="columns">
            {me.assets && <Assets {...me.assets} />}
            {me.sales && <Sales {...me.sales} />}
          </div>
        )
      }
    </Screen>
  )
}

type Me = NonNullable<MyAssetsQuery['me']>

function Assets({ edges, pageInfo, totalCount }: NonNullable<Me['assets']>) {
  return (
    <section className="card" aria-label="What you own">
      <p className="soft">You own {countText(totalCount, 'thing', 'things')}</p>
      <Endless pageInfo={pageInfo} size={20}>
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
  return (
    <li>
      <div className="head row apart">
        <h3>{name}</h3>
        <span className="soft">{kind}</span>
      </div>
      <p className="text">{description}</p>
      {listing?.moderation && (
        <p role="note">An administrator has hidden the listing: {listing.moderation.reason}</p>
      )}
      <div className="actions">
        {listing?.status === 'active' ? (
          <ForSale name={name} {...listing} />
        ) : (
          <NotForSale {...asset} />
        )}
        <Link to={`/market/assets/${id}/give`} aria-label={`Give away ${name}`}>
          Give away
        </Link>
      </div>
    </li>
  )
}

const PRICE = {
  name: 'price',
  label: 'Price in gold',
  kind: 'number',
  min: 1,
  max: 1_000_000_000,
} as const

function NotForSale({ id, name }: MyAssetFragment) {
  return (
    <Disclosure
      label="Sell"
      description={`Sell ${name}`}
      parameter={['sell', id]}
      fields={[PRICE]}
      submit="Put it up for sale"
      document={ListAssetDocument}
      variables={({ price }) => ({ id, price: Number(price) })}
    />
  )
}

function ForSale({ id, name, price }: MyListingFragment & { name: string }) {
  return (
    <>
      <span className="chip" data-tone="good">
        For sale at {numberText(price)} gold
      </span>
      <Disclosure
        label="Change the price"
        description={`Change the price of ${name}`}
        parameter={['price', id]}
        fields={[{ ...PRICE, value: price }]}
        submit="Change it"
        document={ChangePriceDocument}
        variables={(values) => ({ id, price: Number(values.price) })}
      />
      <Action
        label="Take it off the market"
        description={`Take it off the market: ${name}`}
        quiet
        document={EndListingDocument}
        variables={{ id }}
      />
    </>
  )
}

function Sales({ nodes }: NonNullable<Me['sales']>) {
  return (
    <Section title="Sold lately">
      <List empty="You have sold nothing yet.">
        {nodes.map(({ id, price, soldAt, asset, buyer }) => (
          <Row key={id} note={`${numberText(price)} gold,`} at={soldAt}>
            {asset.name} to <PersonLink person={buyer} />
          </Row>
        ))}
      </List>
    </Section>
  )
}
