import { Outlet } from 'react-router-dom'

export const AdminShell = () => (
  <main>
    <Outlet />
  </main>
)
