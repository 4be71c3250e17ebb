import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from '../../src/shared/navigation/router.ts'

const Page = () => (
  <main>
    <h1>React, React DOM and React Router alone</h1>
  </main>
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(<RouterProvider router={createBrowserRouter([{ path: '*', Component: Page }])} />)
