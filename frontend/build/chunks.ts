/**
 * How the build cuts the scripts: one file for the libraries that every screen needs, one for the components that several
 * screens use, and one for each screen. Cut finer, a screen would need dozens of files of some hundred bytes, each of which
 * costs a request and compresses badly. A module goes into the group with the highest priority that matches it.
 */
export const chunkGroups = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|zustand|@tanstack\/(react-query|query-core))\/|preload-helper|rolldown\/runtime/,
    priority: 6,
  },
  {
    name: 'shared',
    test: /frontend\/src\/shared\/(?!ui\/(forms|dialog|select)\/)|src\/app\/[\w-]+\.tsx?$|contracts\/src\/(rules|challenge-briefs)|node_modules\/lucide-react/,
    minShareCount: 4,
    priority: 5,
  },
  // Loaded when the first of them is opened.
  {
    name: 'dialogs',
    test: /node_modules\/(radix-ui|@radix-ui|react-remove-scroll|aria-hidden)\/|shared\/ui\/dialog\/|-(dialog|sheet)\.tsx$/,
    priority: 4,
  },
  { name: 'schemas', test: /node_modules\/zod\/|contracts\/src\/api\//, priority: 6 },
  {
    name: 'forms',
    test: /node_modules\/(react-hook-form|@hookform)\/|frontend\/src\/shared\/ui\/forms\//,
    priority: 3,
  },
  {
    name: 'widgets',
    test: /frontend\/src\/(shared|app)\/|contracts\/src\/|node_modules\/(lucide-react|d3-)/,
    minShareCount: 2,
    priority: 2,
  },
]
