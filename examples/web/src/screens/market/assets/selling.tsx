// Puts an asset up for sale, changes its price, and takes it off the market.
import { Action } from '../../../components/action.tsx'
import { Disclosure } from '../../../components/forms/disclosure.tsx'
import { MutationForm } from '../../../components/forms/mutation-form.tsx'
import { numberText } from '../../../components/number-text.ts'
import {
  ChangePriceDocument,
  EndListingDocument,
  ListAssetDocument,
  type MyAssetFragment,
  type MyListingFragment,
} from './generated/graphql.ts'

const MAX_PRICE = 1_000_000_000

const priceField = (value?: number) =>
  ({
    name: 'price',
    label: 'Price in gold',
    kind: 'number',
    min: 1,
    max: MAX_PRICE,
    value,
  }) as const

export function NotForSale({ id, name }: MyAssetFragment) {
  return (
    <Disclosure name="sell" value={id} label="Sell" description={`Sell ${name}`}>
      {(close) => (
        <MutationForm
          fields={[priceField()]}
          submit="Put it up for sale"
          document={ListAssetDocument}
          variables={({ price }) => ({ id, price: Number(price) })}
          onDone={close}
        />
      )}
    </Disclosure>
  )
}

export function ForSale({ id, name, price }: MyListingFragment & { name: string }) {
  return (
    <>
      <span className="chip" data-tone="good">
        For sale at {numberText(price)} gold
      </span>
      <ChangePrice id={id} name={name} price={price} />
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

function ChangePrice({ id, name, price }: { id: string; name: string; price: number }) {
  return (
    <Disclosure
      name="price"
      value={id}
      label="Change the price"
      description={`Change the price of ${name}`}
    >
      {(close) => (
        <MutationForm
          fields={[priceField(price)]}
          submit="Change it"
          document={ChangePriceDocument}
          variables={(values) => ({ id, price: Number(values.price) })}
          onDone={close}
        />
      )}
    </Disclosure>
  )
}
