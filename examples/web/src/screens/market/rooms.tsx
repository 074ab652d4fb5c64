// The way between the screens of the market.
import { NavLink } from 'react-router'

export function Rooms() {
  return (
    <nav className="rooms choices" aria-label="Market">
      <NavLink to="/market" end>
        For sale
      </NavLink>
      <NavLink to="/market/assets">Your assets</NavLink>
      <NavLink to="/market/statement">Your gold</NavLink>
    </nav>
  )
}
