// Switches off two costs that no test needs. React's development version records for browser tools who made each element and how long each
// component took. A query that finds nothing yet draws the whole page into its error at each try. Loaded before React, which looks for the
// tools once.
import { configure, prettyDOM } from "@testing-library/dom";

for (const tool of ["createTask", "timeStamp"]) Reflect.deleteProperty(console, tool);

const { default: react } = await import("react");
const internals: unknown = Reflect.get(react, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
/** React stops recording makers after some thousand elements a second, which it counts here. */
if (internals instanceof Object)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => Infinity,
    set() {},
  });

const drawn = (message: string | null, container: Element): string =>
  [message, prettyDOM(container)].filter(Boolean).join("\n\n");

configure({
  getElementError(message, container) {
    const error = new Error();
    error.name = "TestingLibraryElementError";
    const becomes = (value: string) => {
      Object.defineProperty(error, "message", { value, writable: true, configurable: true });
    };
    Object.defineProperty(error, "message", {
      configurable: true,
      get() {
        becomes(drawn(message, container));
        return error.message;
      },
      set: becomes,
    });
    return error;
  },
});
