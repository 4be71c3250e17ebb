import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { createRoot } from 'react-dom/client'

// Ten thousand rows with the height of leaderboard rows, with a virtualizer and one line of text alone.
const rowHeight = 61
const count = 10_000

const List = () => {
  // oxlint-disable-next-line react/incompatible-library -- The build does not use the React Compiler.
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    useFlushSync: false,
  })
  return (
    <ol style={{ position: 'relative', height: virtualizer.getTotalSize(), margin: 0 }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => (
        <li key={index} style={{ position: 'absolute', top: start, height: rowHeight }}>
          Participant {index + 1}
        </li>
      ))}
    </ol>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')
createRoot(root).render(<List />)
