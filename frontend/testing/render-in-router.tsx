import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from '../src/shared/navigation/router.ts'

type Entry = NonNullable<Parameters<typeof MemoryRouter>[0]['initialEntries']>[number]

/** Renders an element on the page with a path, whose links work. */
export const renderInRouter = (element: ReactElement, path: Entry = '/') =>
  render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>)
