import { Outlet } from 'react-router-dom'

export const ParticipantShell = () => (
  <main>
    <Outlet />
  </main>
)
