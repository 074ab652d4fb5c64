// In place of a list that has no items: what is missing, and the way out of the filters.
import { Link, useLocation } from 'react-router'

interface NothingFoundProps {
  /** Said if no filter is set. */
  empty: string
}

export function NothingFound({ empty }: NothingFoundProps) {
  const { pathname, search } = useLocation()
  return (
    <p className="soft" role="status">
      {search === '' ? (
        empty
      ) : (
        <>
          Nothing fits these filters. <Link to={pathname}>Show all</Link>
        </>
      )}
    </p>
  )
}
