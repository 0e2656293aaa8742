// `npm run faults`: hands over to bench/faults/main.ts.
import "#bench/faults/main.ts";
