import type { Plugin } from 'vite'

/**
 * Leaves out the keys that lucide gives the shapes of each icon. React needs none for shapes that never change, and nothing else in an icon
 * compresses as badly: they are half a kilobyte of the first load.
 */
export function keylessIcons(): Plugin {
  return {
    name: 'wallet:keyless-icons',
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/.*\/icons\// },
      handler: (code) => code.replace(/,\s*key: "\w+"/g, ''),
    },
  }
}
