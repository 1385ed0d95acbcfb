// What tests/api/new-kind.full.test.ts puts into OPERATION_KINDS of a copy of the tree.
export const ENTRY = {
  gift: {
    states: {
      complete: { apiState: 'complete', status: 'transaction.state.complete', transfers: ['gift'], isInBalance: true, next: [] },
      // It waits for who receives it.
      waiting: {
        apiState: 'pending',
        status: 'transaction.state.pending',
        transfers: ['gift_hold'],
        isInBalance: 'out',
        heldIn: 'transfer_hold',
        next: ['received', 'returned'],
      },
      received: {
        apiState: 'complete',
        status: 'transaction.state.complete',
        transfers: ['gift_hold', 'gift_settle'],
        isInBalance: true,
        next: [],
      },
      returned: {
        apiState: 'failed',
        status: 'transaction.state.failed',
        transfers: ['gift_hold', 'gift_return'],
        isInBalance: false,
        next: [],
      },
    },
    legs: {
      out: {
        description: 'transaction.description.to_person',
        notices: {
          complete: 'notification.sent_to_person',
          received: 'notification.sent_to_person',
          returned: 'notification.returned_from_person',
        },
        category: 'sent',
        repeat: null,
      },
      in: {
        description: 'transaction.description.from_person',
        notices: { complete: 'notification.received_from_person', received: 'notification.received_from_person' },
        category: 'received',
        repeat: null,
      },
    },
    isInDemo: false,
    isToOthers: true,
  },
}
